/** Accounts as other features need them: user administration writes the same rows. */
export {
  insertAddress,
  insertUser,
  isTaken,
  lockUser,
  updateAddress,
  updateUser,
} from './accounts.queries.ts'
export { verifyAccount } from './verify-account.service.ts'
