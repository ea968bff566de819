/**
 * Which modules come in one file, by the file's name. Few files before the first cards: each has a kilobyte of headers,
 * is half a second in a slow phone's queue of six, and one compresses better than ten. What is not named here is
 * divided by the build. The build fails for a module that is named and does not come in that file.
 *
 * A module is named by its path without its ending; a package's by the end of its path; a folder ends with a slash.
 */
export const chunks = {
  /**
   * The catalogue, and what it shares with other screens. A file of its own for what is shared would cost everybody's first cards
   * two kilobytes; as it is, somebody who opens another screen first receives the catalogue with it, which comes next anyway.
   */
  catalogue: [
    'web/features/catalogue/search/CataloguePage',
    'web/ui/EmptyState',
    'web/ui/MediaView',
    'web/ui/QuantityBox',
    'web/ui/quantity',
    'web/ui/Skeleton',
    'web/ui/use-scrolled-past',
    'web/features/catalogue/search/ArticleBlocks',
    'web/features/catalogue/search/blocks',
    'web/features/catalogue/search/catalogue.api',
    'web/features/catalogue/search/place',
    'web/features/catalogue/search/marks.module',
    'web/features/catalogue/search/product-text',
    'web/features/catalogue/search/tree',
    'web/shop/PriceField',
    'web/shop/Tips',
    'web/shop/price-text',
    'web/shop/book/waiting-words',
    'web/lib/kept-choice',
    'web/lib/media-query',
    'web/lib/prices-of',
    'web/styles/breakpoints',
    'contract/carousel',
    'icons/IconCheck',
    'icons/IconChevronRight',
    'icons/IconInfoCircle',
    'icons/IconLoader2',
    'icons/IconRefresh',
  ],
  /** The list view, which comes with the page where few articles have a picture, and what it shares with other screens. */
  rows: [
    'web/features/catalogue/search/RowList',
    'web/features/catalogue/search/Row',
    'web/ui/column-keys',
    'web/lib/use-rest',
    'icons/IconNote',
    'icons/IconNotes',
  ],
  /** What web/pages.tsx has ready before anybody taps, and what it shares with other screens. */
  common: [
    'web/ui/ConfirmDialog',
    'web/ui/Modal',
    'web/ui/open-here',
    'web/ui/Waiting',
    'web/ui/table/DataTable',
    'web/lib/device/data-age',
    'web/lib/device/has-signal',
    'web/lib/draft',
    'web/lib/random-key',
    'web/lib/refusal',
    'web/lib/use-debounced',
    'web/shop/ChooseClientFirst',
    'web/shop/PriceSince',
    'web/shop/last-taken',
    'web/shop/book/opened-book',
    'web/shop/price-since',
    'web/shop/vat/use-prices-with-vat',
    'web/shop/scan/ScanButton',
    'web/features/catalogue/search/CodeNotice',
    'web/features/catalogue/search/list-keys',
    'contract/cart-lines',
    'contract/vat',
    'icons/IconAlertTriangle',
    'icons/IconTrash',
    'icons/IconUserSearch',
  ],
  /** The rest of what the way to an order shares with other screens, what an unknown address shows included. */
  records: [
    'web/shell/NotFoundPage',
    'web/shop/coming-prices',
    'web/shop/order-terms/order-terms',
    'web/shop/ContactWays',
    'web/shop/NotFoundMessage',
    'web/shop/clients',
    'contract/client-account',
    'contract/clients',
    'contract/cuit',
    'contract/fulfilment',
    'contract/order-amounts',
    'contract/order-terms',
    'contract/orders',
    'contract/page-size',
    'contract/users',
    'web/lib/page-size',
    'icons/IconListCheck',
    'icons/IconBrandWhatsapp',
    'icons/IconMail',
    'icons/IconPhone',
    'modern/useInfiniteQuery',
  ],
  /** What the frame around a screen opens when it is asked to: one name in the first file, instead of four. */
  frame: ['web/shell/AccountSheet', 'web/shell/KeySheet', 'web/shell/LinkRefused', 'web/shell/SignOutQuestion'],
  /** What the device keeps (web/shell/device-start.tsx). */
  device: ['web/lib/device/device-database', 'web/lib/device/kept-answers', 'web/shop/book/sealed-book'],
  /** Pedido rápido comes with the list of all screens: nobody waits for the one and then for the other. */
  pages: ['web/pages', 'web/features/ordering/quick-order/QuickOrderPage', 'web/shop/review/'],
  /** What sends orders and lines: loaded after the first screen, and with the screen that confirms an order. */
  'send-book': ['web/shop/book/send-book'],
  /** The way from the cart to an order's number. */
  ordering: [
    'web/features/ordering/cart/CartPage',
    'web/features/ordering/orders/ConfirmOrderPage',
    'web/features/ordering/orders/OrderConfirmedPage',
    'web/shop/vat/VatRows',
    'web/shop/vat/use-vat',
    'web/shop/book/OrdersNotice',
    'web/shop/book/AskedLines',
    'web/shop/book/RefusedLines',
    'web/shop/book/Unsent',
    'web/shop/book/WaitingLines',
  ],
} as const satisfies Record<string, readonly string[]>
