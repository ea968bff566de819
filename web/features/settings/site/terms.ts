interface TermsSection {
  readonly title: string
  readonly paragraphs: readonly string[]
}

/** The terms of a wholesale toy shop in Argentina, for a shop that has not written its own (R28). */
export const ownTerms = (shop: string): readonly TermsSection[] => [
  {
    title: 'Objeto y aceptación',
    paragraphs: [
      `Estos términos regulan el uso de la tienda mayorista ${shop} y las compras que se realizan a través de ella. Al registrarse o al enviar un pedido, el cliente declara haberlos leído y los acepta.`,
      'Quien actúa en nombre de una persona jurídica declara contar con facultades suficientes para obligarla.',
    ],
  },
  {
    title: 'A quién está dirigida',
    paragraphs: [
      'La tienda vende exclusivamente a comercios, distribuidores y revendedores con CUIT activo. Las compras se destinan a la reventa o a la actividad comercial del cliente y no constituyen relaciones de consumo en los términos de la Ley 24.240.',
      'La habilitación de cada cuenta queda sujeta a la verificación de los datos fiscales y comerciales informados.',
    ],
  },
  {
    title: 'Cuenta y contraseña',
    paragraphs: [
      'El acceso es personal. El cliente es responsable de resguardar su contraseña y de los pedidos que se realicen con su cuenta, y debe avisar sin demora cualquier uso no autorizado.',
      'Los datos registrados deben ser veraces y mantenerse actualizados. La tienda puede suspender una cuenta ante información falsa, falta de pago o uso indebido.',
    ],
  },
  {
    title: 'Precios e impuestos',
    paragraphs: [
      'Los precios se expresan en pesos argentinos. Los impuestos y percepciones que correspondan se detallan en la factura, de acuerdo con la condición fiscal del cliente.',
      'Los precios y bonificaciones pueden cambiar sin aviso previo. Rigen los vigentes al momento de enviar el pedido: si un importe cambió mientras se armaba el carrito, la tienda lo informa antes de confirmarlo.',
    ],
  },
  {
    title: 'Unidades de venta y disponibilidad',
    paragraphs: [
      'Los artículos se venden por unidad, bulto o múltiplo, según lo indicado en cada uno. Las cantidades se ajustan al múltiplo más cercano.',
      'Las fotografías son ilustrativas; colores, surtidos y envases pueden variar. Todo pedido está sujeto a disponibilidad. Si un artículo no estuviera disponible, se informará al cliente y se ajustará la entrega.',
    ],
  },
  {
    title: 'Pedidos',
    paragraphs: [
      'El envío de un pedido desde la tienda constituye una oferta de compra. La venta se perfecciona con su aceptación por parte del área comercial, que puede comunicarse para confirmar cantidades, condiciones o datos de entrega.',
      'Para modificar o anular un pedido enviado, el cliente debe comunicarse con su vendedor antes de que sea preparado.',
    ],
  },
  {
    title: 'Condiciones de pago',
    paragraphs: [
      'Las condiciones de pago son las acordadas con cada cliente. La mora se produce de pleno derecho y habilita a suspender entregas y a aplicar los intereses que correspondan.',
    ],
  },
  {
    title: 'Entrega y retiro',
    paragraphs: [
      'La mercadería se entrega en el domicilio elegido al confirmar el pedido, por medio del transporte indicado por el cliente, o se retira en el local. Los plazos son estimados.',
      'Salvo acuerdo distinto, la mercadería despachada por un transporte elegido por el cliente viaja por su cuenta y riesgo desde la entrega al transportista.',
    ],
  },
  {
    title: 'Cambios y reclamos',
    paragraphs: [
      'El cliente debe controlar la mercadería al recibirla. Los faltantes, roturas y diferencias se reclaman dentro de los cinco días hábiles, con el número de pedido y, de ser posible, fotografías.',
      'Los defectos de fabricación se cambian o acreditan previa verificación. No se aceptan devoluciones de artículos usados, incompletos o sin su envase original.',
    ],
  },
  {
    title: 'Seguridad de los juguetes',
    paragraphs: [
      'Los juguetes comercializados cumplen con la normativa argentina de seguridad aplicable. El revendedor debe conservar las advertencias, las edades recomendadas y los datos de certificación que figuran en los envases.',
    ],
  },
  {
    title: 'Datos personales',
    paragraphs: [
      'Los datos se utilizan para administrar la cuenta, procesar los pedidos y comunicar novedades comerciales, conforme a la Ley 25.326 de Protección de los Datos Personales.',
      'De cada sesión abierta se guardan el navegador, el inicio y el último uso, sin la dirección de internet. El titular las ve y puede cerrarlas en «Mis datos».',
      'El titular puede ejercer los derechos de acceso, rectificación y supresión. La Agencia de Acceso a la Información Pública, en su carácter de órgano de control de la Ley 25.326, tiene la atribución de atender las denuncias y reclamos de quienes resulten afectados en sus derechos por incumplimiento de las normas vigentes.',
    ],
  },
  {
    title: 'Propiedad intelectual',
    paragraphs: [
      'Las marcas, fotografías y textos publicados pertenecen a sus titulares. El cliente puede utilizarlos para ofrecer los artículos que compra en la tienda, sin alterarlos.',
    ],
  },
  {
    title: 'Ley aplicable',
    paragraphs: [
      'Estos términos se rigen por las leyes de la República Argentina. Toda controversia se somete a los tribunales ordinarios del domicilio de la tienda.',
    ],
  },
]
