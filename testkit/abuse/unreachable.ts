const password = 'una contraseña que no es la de la cuenta se rechaza, y pronto también por repetida'
const columns = 'las columnas son un JSON, y ningún ladrillo lo es'

/** Calls that no heavy input reaches, each with the reason, in Spanish. */
export const unreachable: Readonly<Record<string, string>> = {
  'POST /api/auth/signin': password,
  'POST /api/auth/sesiones/cerrar': password,
  'POST /api/auth/dos-pasos': password,
  'POST /api/auth/dos-pasos/clave': password,
  'PUT /api/auth/dos-pasos/codigos': password,
  'PUT /api/auth/dos-pasos/baja': password,
  'PUT /api/usuarios/:id/dos-pasos/baja': password,
  'PUT /api/auth/cambiarContra': 'el código llega por correo',
  'GET /api/auth/cambiarContra': 'solo pasa un correo',
  'PUT /api/config/notif-ped': 'solo pasan correos',
  'POST /api/config/claves-erp': 'después de las contraseñas equivocadas de las otras llamadas espera unos minutos',
  'GET /api/auth/padron': 'solo pasa un CUIT',
  'POST /api/auth/': 'pide un CUIT y un correo libres, y los toma POST /api/usuarios',
  'POST /api/pedidos/categorias': 'pide la marca en "orden", que en las demás llamadas es un lugar',
  'POST /api/pedidos/itemsCarrito/importar-pedido/revisar': columns,
  'POST /api/pedidos/itemsCarrito/lista/revisar': columns,
  'POST /api/pedidos/itemsCarrito/sucursales/revisar': columns,
}
