/** What the page's head says about this shop; the server fills it in from its configuration. */
const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? ''

export const shopName = (): string => meta('application-name') || 'Bulto'

/** Address of the tax authority's data badge; '' shows none. */
export const dataBadgeUrl = (): string => meta('data-fiscal')

/** The document's title on a screen. */
export const titleOf = (screen: string): string => `${screen} · ${shopName()}`
