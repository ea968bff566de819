/** What the web app says of the shop it belongs to. */
import { firstShop } from './first-answers.ts'

export const shopName = (): string => firstShop().name

/** Address of the tax authority's data badge; null shows none. */
export const dataBadgeUrl = (): string | null => firstShop().dataFiscalUrl

/** Whether the shop is a drill: restored to be looked at, so it sends nothing (R301). */
export const isDrill = (): boolean => firstShop().isDrill

/** The document's title on a screen. */
export const titleOf = (screen: string): string => `${screen} · ${shopName()}`
