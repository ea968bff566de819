/** The face of this context: what other rooms of the server may call. See SPEC.md. */
export { accountMailHandlers } from './accounts/accounts.mail.ts'
export {
  AccountRefused,
  type CreatedAccount,
  createAccount,
  findAdminCuit,
  prepareAccount,
} from './accounts/create-account.service.ts'
export { ErasureRefused, erasePersonalData, exportPersonalData, personKey } from './accounts/personal-data.service.ts'
export { setPassword } from './accounts/set-password.service.ts'
export { sellersReach } from './accounts/users.service.ts'
export { verificationHandler } from './accounts/verify-account.service.ts'
export { hashPassword } from './auth/password.ts'
export { createPasswordCheck } from './auth/password-again.ts'
export { takeAwaySecondFactor } from './auth/second-factor.service.ts'
export { createSessions } from './auth/sessions.service.ts'
export { clientsFor, waitingCarts } from './clients/clients.service.ts'
export { createPlaceSearch } from './places/places.service.ts'
export { createRegistry } from './registry/registry.service.ts'
