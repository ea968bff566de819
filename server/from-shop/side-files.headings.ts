/** The headings of the files that are written for the owner's eyes, and which no import reads. */

/** Beside the columns of clientes.csv, so that a row whose CUIT is filled in can be moved there. */
export const withoutCuitHeadings = ['MOTIVO', 'TELEFONO', 'DIRECCION', 'LOCALIDAD', 'PROVINCIA', 'CP'] as const
export const descriptionHeadings = ['CODIGO_ART', 'DESCRIPCION'] as const
export const offerHeadings = ['CODIGO_ART', 'PRECIO', 'OFERTA', 'MOTIVO'] as const
export const oldAddressHeadings = ['DIRECCION_ANTERIOR', 'CODIGO_ART'] as const
export const photoHeadings = ['CODIGO_ART', 'LUGAR', 'FOTO'] as const
