/** The mails of an account's life: received, enabled, reset code, changed address, new browser (R101, R104, R14, R15, R268, R269). */
import type { OrderRight } from '../../contract/buyer-rights.ts'
import { INVITATION_DAYS, INVITED, isPlainName } from '../../contract/buyers.ts'
import { formatCuit } from '../../contract/cuit.ts'
import { asSentence } from '../../contract/order-text.ts'
import { screens } from '../../contract/screens.ts'
import { brandColours } from '../lib/brand-colours.ts'
import { formatInstant } from '../lib/dates.ts'
import { paragraph, type RenderedMail, renderMail, type Shop } from './layout.ts'
import { inParagraphs } from './paragraphs.ts'
import { htmlTemplate, textTemplate } from './template.ts'

/**
 * To a prospect who has just registered. Nobody has checked the account yet, and the address may be anybody's. So the
 * mail repeats nothing that was typed: otherwise the form would send any text to any address. @param name the tax
 * registry's; '' where the registry did not answer
 */
export function renderReceivedMail({ name }: { name: string }, shop: Shop): RenderedMail {
  const content = {
    name,
    paragraphs: [
      asSentence(`Recibimos su solicitud de registro en ${shop.name}`),
      'Vamos a verificar sus datos y le enviaremos otro correo cuando su cuenta esté habilitada. Hasta entonces no podrá ingresar.',
      'Si usted no se registró, puede ignorar este mensaje.',
    ],
  }
  return renderMail({
    shop,
    subject: `Recibimos su registro - ${shop.name}`,
    summary: 'Le avisaremos cuando su cuenta esté habilitada',
    heading: 'Recibimos su registro',
    ...inParagraphs(content),
    action: { label: 'Ir a la tienda', path: screens.login.path },
  })
}

/** To the office: somebody registered and waits to be enabled (R311). */
export function renderRegistrationMail(
  user: {
    businessName: string
    person: string
    /** Digits. */
    cuit: string
    email: string
    phone: string
    /** False: the registry did not answer, or the shop asks none. */
    isVerified: boolean
  },
  shop: Shop,
): RenderedMail {
  const content = {
    name: '',
    paragraphs: [
      `${user.businessName} se registró en ${shop.name} y espera que habiliten su cuenta.`,
      [user.person, `CUIT ${formatCuit(user.cuit)}`, user.email, user.phone].filter(Boolean).join(' · '),
      user.isVerified ? 'Los datos son los del padrón.' : 'Los datos son los que escribió, sin verificar.',
      'Si responde este correo, le escribe a quien se registró.',
    ],
  }
  return renderMail({
    shop,
    subject: `Nuevo registro de ${user.businessName}`,
    summary: 'Espera que habiliten su cuenta',
    heading: 'Nuevo registro',
    ...inParagraphs(content),
    action: { label: 'Ver usuarios', path: screens.adminUsers.path },
  })
}

/** To a user whom an admin has just enabled. */
export function renderEnabledMail({ name }: { name: string }, shop: Shop): RenderedMail {
  const content = {
    name,
    paragraphs: [
      `Verificamos sus datos y su cuenta en ${shop.name} ya está habilitada.`,
      'Ingrese con su CUIT y la contraseña que eligió al registrarse.',
    ],
  }
  return renderMail({
    shop,
    subject: `Su cuenta está habilitada - ${shop.name}`,
    summary: 'Ya puede ingresar y hacer su primer pedido',
    heading: 'Su cuenta está habilitada',
    ...inParagraphs(content),
    action: { label: 'Ingresar', path: '/login' },
  })
}

/**
 * To one of the two addresses of a user whose mail address was changed (R268). Neither mail names the other address: the old
 * one may be a stranger's by now.
 */
export function renderEmailChangedMail({ name, isNew }: { name: string; isNew: boolean }, shop: Shop): RenderedMail {
  const content = {
    name,
    paragraphs: [
      isNew
        ? asSentence(`Esta es desde ahora la dirección de correo de su cuenta en ${shop.name}`)
        : `La dirección de correo de su cuenta en ${shop.name} cambió: los próximos correos ya no llegarán a esta.`,
      'Al cambiar la contraseña, el código llega a la dirección nueva.',
      'Si usted no pidió el cambio, comuníquese con nosotros cuanto antes.',
    ],
  }
  return renderMail({
    shop,
    subject: `Cambió el correo de su cuenta - ${shop.name}`,
    summary: 'Si usted no lo pidió, avísenos',
    heading: 'Cambió el correo de su cuenta',
    ...inParagraphs(content),
  })
}

/** To somebody of the staff, after a sign-in in a browser that is new (R269). @param at ISO 8601 */
export function renderNewBrowserMail(
  { name, device, at }: { name: string; device: string; at: string },
  shop: Shop,
): RenderedMail {
  const content = {
    name,
    paragraphs: [
      `El ${formatInstant(at)} se ingresó a su cuenta en ${shop.name} desde un navegador nuevo: ${device}.`,
      'Si fue usted, no tiene que hacer nada.',
      'Si no fue usted, cambie su contraseña ahora con «¿Olvidó su contraseña?»: eso cierra todas las sesiones de su cuenta. Después avísenos.',
    ],
  }
  return renderMail({
    shop,
    subject: `Ingreso desde un navegador nuevo - ${shop.name}`,
    summary: device,
    heading: 'Ingreso desde un navegador nuevo',
    ...inParagraphs(content),
    action: { label: 'Cambiar la contraseña', path: screens.resetPassword.path },
  })
}

/** What happened to a second factor: a heading, and the sentence that tells it of the account in the shop. */
const SECOND_FACTOR_NEWS = {
  on: [
    'Verificación en dos pasos activada',
    (shop: string) =>
      `Se activó la verificación en dos pasos de su cuenta en ${shop}, y se cerraron sus otras sesiones. Desde ahora, para ingresar hace falta un código de la aplicación con la que se activó.`,
  ],
  off: [
    'Verificación en dos pasos desactivada',
    (shop: string) => `La verificación en dos pasos de su cuenta en ${shop} fue desactivada.`,
  ],
  'recovery-code': [
    'Ingreso con un código de recuperación',
    (shop: string) =>
      `Alguien ingresó a su cuenta en ${shop} con su contraseña y uno de sus códigos de recuperación. Ese código ya no sirve.`,
  ],
  'recovery-codes': [
    'Códigos de recuperación nuevos',
    (shop: string) =>
      `Se hicieron códigos de recuperación nuevos para su cuenta en ${shop}. Los anteriores ya no sirven.`,
  ],
} as const

/** To a user whose second factor was switched on or off, or whose recovery codes were used or made anew (R262 to R265). */
export function renderSecondFactorMail(
  { name, event }: { name: string; event: keyof typeof SECOND_FACTOR_NEWS },
  shop: Shop,
): RenderedMail {
  const [heading, tell] = SECOND_FACTOR_NEWS[event]
  const content = {
    name,
    paragraphs: [
      tell(shop.name),
      'Si fue usted, no tiene que hacer nada. Si no, cambie su contraseña ahora y avise a la tienda.',
    ],
  }
  return renderMail({
    shop,
    subject: `${heading} - ${shop.name}`,
    summary: 'Si no fue usted, cambie su contraseña',
    heading,
    ...inParagraphs(content),
  })
}

/** To a user whose password somebody else set: the office in the user's form, or the operator (R321). @param at ISO 8601 */
export function renderPasswordSetMail({ name, at }: { name: string; at: string }, shop: Shop): RenderedMail {
  const content = {
    name,
    paragraphs: [
      `La tienda puso una contraseña nueva a su cuenta en ${shop.name} el ${formatInstant(at)}. La anterior ya no sirve, y las sesiones abiertas se cerraron.`,
      'Si usted no lo pidió, avise a la tienda. Con «¿Olvidó su contraseña?» puede elegir otra.',
    ],
  }
  return renderMail({
    shop,
    subject: `Contraseña nueva - ${shop.name}`,
    summary: 'Si usted no lo pidió, avise a la tienda',
    heading: 'Contraseña nueva',
    ...inParagraphs(content),
    action: { label: 'Ingresar', path: screens.login.path },
  })
}

const navyOf = ({ colours = brandColours }: Shop): string => colours.navy
const codeBox = `${paragraph.next}padding:16px 0;background:${brandColours.page};border-radius:9px;text-align:center;font-size:32px;line-height:1.2;font-weight:700;letter-spacing:8px;`

interface Invitation {
  firstName: string
  email: string
  /** Who invited; '' where nobody knows. */
  host: string
  /** The client's business name. */
  client: string
  right: OrderRight
  code: string
}

const invitationHtml = htmlTemplate<{
  navy: string
  texts: readonly string[]
  code: string
  last: readonly string[]
}>(`<% it.texts.forEach((text, at) => { %>
<p style="<%= at === 0 ? '${paragraph.first}' : '${paragraph.next}' %>"><%= text %></p>
<% }) %>
<p style="${codeBox}color:<%= it.navy %>;"><%= it.code %></p>
<% for (const text of it.last) { %>
<p style="${paragraph.next}"><%= text %></p>
<% } %>`)

const invitationText = textTemplate<{
  texts: readonly string[]
  code: string
  last: readonly string[]
}>(`<% for (const text of it.texts) { %><%= text %>

<% } %>    <%= it.code %>

<% for (const text of it.last) { %><%= text %>

<% } %>`)

/** To a buyer whom a client's first user invited (R370): the code with which the buyer chooses a password. */
export function renderInvitationMail(
  { firstName, email, host, client, right, code }: Invitation,
  shop: Shop,
): RenderedMail {
  const content = {
    texts: [
      `Hola ${firstName}:`,
      `${host && isPlainName(host) ? host : 'Su empresa'} lo invita a comprar en ${shop.name} para ${client}.`,
      right === 'prepare'
        ? 'Usted arma los pedidos y otra persona de su empresa los confirma.'
        : 'Usted puede armar y confirmar pedidos.',
      `Para empezar, elija una contraseña con su mail (${email}) y este código:`,
    ],
    code,
    last: [
      `Sirve una sola vez y vence en ${INVITATION_DAYS} días. Si vence, pida otro código con «¿Olvidó su contraseña?».`,
      'Desde entonces ingrese con su mail y esa contraseña.',
      'Si no esperaba esta invitación, ignore este mensaje. No comparta el código con nadie.',
    ],
  }
  return renderMail({
    shop,
    subject: `Invitación para comprar en ${shop.name}`,
    summary: `Para ${client}`,
    heading: 'Lo invitaron a comprar',
    html: invitationHtml({ ...content, navy: navyOf(shop) }),
    text: invitationText(content),
    action: {
      label: 'Elegir una contraseña',
      path: `${screens.resetPassword.path}?${INVITED}=${encodeURIComponent(email)}`,
    },
  })
}

const codeHtml = htmlTemplate<{
  navy: string
  code: string
  minutes: number
  shop: string
}>(`<p style="${paragraph.first}">Use este código para elegir una contraseña nueva en <%= it.shop %>:</p>
<p style="${codeBox}color:<%= it.navy %>;"><%= it.code %></p>
<p style="${paragraph.next}">Sirve una sola vez y vence en <%= it.minutes %> minutos.</p>
<p style="${paragraph.next}">Si usted no lo pidió, ignore este mensaje: su contraseña no cambió. No comparta el código con nadie.</p>`)

const codeText = textTemplate<{
  code: string
  minutes: number
  shop: string
}>(`Use este código para elegir una contraseña nueva en <%= it.shop %>:

    <%= it.code %>

Sirve una sola vez y vence en <%= it.minutes %> minutos.

Si usted no lo pidió, ignore este mensaje: su contraseña no cambió. No comparta el código con nadie.
`)

/**
 * The mail with the code that lets its holder choose a new password (R14). The code stands in the body
 * alone: subjects end up in logs, lists and file names.
 */
export function renderResetCodeMail({ code, minutes }: { code: string; minutes: number }, shop: Shop): RenderedMail {
  const content = { code, minutes, shop: shop.name }
  return renderMail({
    shop,
    subject: `Código para restablecer su contraseña - ${shop.name}`,
    summary: `Vence en ${minutes} minutos`,
    heading: 'Restablecer contraseña',
    html: codeHtml({ ...content, navy: navyOf(shop) }),
    text: codeText(content),
  })
}
