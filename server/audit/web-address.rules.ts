/** What the log tells of an address outside: path and query are often a secret of who listens there (R291). */

/** The protocol, the host and the port of an address, and that there is more; `…` for what is no address. */
export const hostAlone = (address: string): string => (URL.canParse(address) ? `${new URL(address).origin}/…` : '…')
