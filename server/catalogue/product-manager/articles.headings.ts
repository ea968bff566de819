/** The staff's articles as a workbook (R44). */
import type { ManagedProduct } from '../../../contract/product-manager.ts'
import { hasPrice, unitPrice } from '../../../contract/rules.ts'
import type { ListSheet } from '../../spreadsheets/list-sheet.ts'

export const articlesSheet: ListSheet<ManagedProduct> = {
  name: 'articles',
  title: 'Artículos',
  columns: [
    { heading: 'Código', kind: 'text', width: 16, value: ({ code }) => code },
    { heading: 'Nombre', kind: 'text', width: 48, value: ({ description }) => description },
    { heading: 'Alias', kind: 'text', width: 14, value: ({ alias }) => alias },
    { heading: 'Marca', kind: 'text', width: 22, value: ({ brand }) => brand },
    { heading: 'Categoría', kind: 'text', width: 22, value: ({ category }) => category },
    { heading: 'Subcategoría', kind: 'text', width: 22, value: ({ subcategory }) => subcategory },
    { heading: 'Orden', kind: 'count', width: 8, value: ({ listingId, position }) => listingId && position },
    { heading: 'Temporada', kind: 'text', width: 14, value: ({ season }) => season },
    { heading: 'Precio de lista', kind: 'money', width: 15, value: ({ listPrice }) => listPrice },
    { heading: 'Descuento %', kind: 'percent', width: 12, value: ({ discount }) => discount },
    {
      heading: 'Precio',
      kind: 'money',
      width: 15,
      value: ({ listPrice, discount }) => (hasPrice(listPrice) ? unitPrice(listPrice, discount) : null),
    },
    { heading: 'Oferta', kind: 'yesNo', width: 8, value: ({ promo }) => promo },
    { heading: 'Futuro', kind: 'yesNo', width: 8, value: ({ future }) => future },
    { heading: 'Activo', kind: 'yesNo', width: 8, value: ({ active }) => active },
    { heading: 'En el sistema de gestión', kind: 'yesNo', width: 12, value: ({ inErp }) => inErp },
    { heading: 'Indicación de compra', kind: 'text', width: 30, value: ({ hint }) => hint },
    { heading: 'Unidades por bulto', kind: 'count', width: 12, value: ({ unitsPerPack }) => unitsPerPack },
    { heading: 'Múltiplo', kind: 'count', width: 10, value: ({ multiple }) => multiple },
    // When the file comes back, it tells which rows somebody changed since the export.
    { heading: 'Versión', kind: 'count', width: 9, value: ({ version }) => version },
  ],
}
