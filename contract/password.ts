/** Which passwords an account may have (R14); the browser checks them before the server does. */

/** Characters that a password needs at least. */
export const minimumLength = { client: 8, staff: 12 } as const
/** Longer ones would make the server work for nothing. */
const MAX_LENGTH = 200

/** The passwords that people here choose first; the server knows more of them (R270). */
const COMMONEST = new Set(
  `12345678 123456789 1234567890 123456789012 11111111 00000000 87654321 12341234 11223344 1q2w3e4r 1qaz2wsx
  password password1 password12 password123 password1234 passw0rd contraseña contrasena contraseña123
  contrasena123 contraseña1234 qwertyui qwertyuiop qwerty123 qwerty1234 qwerty123456 asdfghjk asdfasdf abcd1234
  abcdefgh abc12345 iloveyou princesa mariposa tequiero teamo123 estrella argentina argentina1 argentina123
  bocajuniors riverplate maradona10 administrador administrador1 administrator admin123 admin1234 admin12345
  admin123456 adminadmin juguetes juguetes123 jugueteria jugueteria123 bienvenido bienvenido1 bienvenido123
  cambiame cambiame123 usuario123 cliente123 vendedor123 supervisor123 mayorista mayorista123`.split(/\s+/),
)

/** The hint before somebody chooses a password, in Spanish. */
export const passwordRules = (kind: keyof typeof minimumLength): string =>
  `Al menos ${minimumLength[kind]} caracteres, y que no sea fácil de adivinar.`

/** What an attacker may know of the account. */
export interface KnownOfAccount {
  cuit?: string
  shopName?: string
}

/** What is said of a password that an attacker tries early. */
export const easyPassword = 'Debe ingresar una contraseña válida: esa es demasiado fácil de adivinar'

/** Why a password is refused, in Spanish; undefined when it is accepted. */
export function passwordProblem(
  password: string,
  kind: keyof typeof minimumLength,
  known: KnownOfAccount = {},
): string | undefined {
  const invalid = 'Debe ingresar una contraseña válida'
  const minimum = minimumLength[kind]
  if ([...password].length < minimum) return `${invalid}: al menos ${minimum} caracteres`
  if (password.length > MAX_LENGTH) return `${invalid}: como mucho ${MAX_LENGTH} caracteres`
  if (COMMONEST.has(password.toLowerCase()) || new Set(password).size < 4 || isObvious(password, known)) {
    return easyPassword
  }
  return undefined
}

/** Words that a shop like this one suggests to an attacker. */
const OBVIOUS_WORDS = ['bulto', 'bultos', 'juguete', 'juguetes', 'jugueteria', 'mayorista', 'tienda']

/** Letters and digits alone, without accents. */
const plainOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/**
 * Whether a password is a part of the own CUIT, or all of it with up to three more signs; or the shop's name or an obvious
 * word with nothing but digits beside it.
 */
function isObvious(password: string, { cuit = '', shopName = '' }: KnownOfAccount): boolean {
  const plain = plainOf(password)
  const digits = cuit.replace(/\D/g, '')
  const isPartOfCuit = plain.length >= minimumLength.client && digits.includes(plain)
  const hasCuit = digits.length === 11 && plain.includes(digits) && plain.length < digits.length + 4
  if (isPartOfCuit || hasCuit) return true
  return [...OBVIOUS_WORDS, plainOf(shopName)].some(
    (word) => word !== '' && plain.includes(word) && /^\d*$/.test(plain.replaceAll(word, '')),
  )
}
