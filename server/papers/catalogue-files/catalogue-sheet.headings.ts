/** The columns of the catalogue and of the price list as workbooks. A filled-in price list is read by these names. */

export const headings = {
  photo: 'Foto',
  code: 'Código',
  description: 'Descripción',
  brand: 'Marca',
  category: 'Categoría',
  subcategory: 'Subcategoría',
  unitsPerPack: 'Bulto',
  innerPack: 'Interno',
  assortment: 'Surtido',
  multiple: 'Múltiplo',
  alias: 'EAN / alias',
  listPrice: 'Precio de lista',
  discount: 'Descuento %',
  price: 'Precio',
  steps: 'Escala',
  marks: 'Estado',
  hint: 'Indicación',
  quantity: 'Cantidad',
  note: 'Observación',
  amount: 'Importe',
} as const
