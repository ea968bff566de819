/** What the web app says of the shop it belongs to. */
import { firstShop } from './first-answers.ts'

export const shopName = (): string => firstShop().name

/** Address of the tax authority's data badge; null shows none. */
export const dataBadgeUrl = (): string | null => firstShop().dataFiscalUrl

/** The document's title on a screen. */
export const titleOf = (screen: string): string => `${screen} · ${shopName()}`
