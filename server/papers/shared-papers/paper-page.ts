/** The page of a link that opens a paper (R395): one button, and a script that puts the key where the form sends it. */
import { linkTexts } from '../../../contract/links.ts'
import { pagePolicy, plainPage } from '../../http/plain-page.ts'
import type { Face } from '../../lib/face.ts'

/** The key stands behind the '#', which no browser sends. */
const SCRIPT = 'document.forms[0].clave.value=location.hash.slice(1)'

export const paperPagePolicy = (face: Face): string => pagePolicy(face, SCRIPT)

/** The page that a link leads to. It knows nothing of the paper: only the key does, and it has not come yet. */
export const paperPageOf = (face: Face): string =>
  plainPage(face, {
    title: `Le compartieron un documento de ${face.name}`,
    text: 'Toque el botón para abrirlo en PDF. No hace falta una cuenta.',
    button: 'Abrir el PDF',
    field: 'clave',
    script: SCRIPT,
  })

/** The page of a link that opens nothing, with why. */
export const refusedPage = (face: Face, why: string = linkTexts.gone): string =>
  plainPage(face, { title: 'No se puede abrir', text: `${why}.` })
