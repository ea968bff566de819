/** Accounts as other features need them: user administration writes the same rows. */
export {
  insertAddress,
  insertUser,
  isTaken,
  lockUser,
  updateUser,
} from './accounts.queries.ts'
export { writeAddress } from './profile.service.ts'
export { verifyAccount } from './verify-account.service.ts'
