/** The shop's colours where no style sheet reaches: mails, PDFs, the app's manifest. A test holds them to web/styles/tokens.css. */
export const brandColours = {
  action: '#2344c4',
  navy: '#142873',
  sun: '#ffc425',
  sunInk: '#2b2100',
  violet: '#4b2a99',
  green: '#136b38',
  red: '#b42318',
  ink: '#161a2b',
  muted: '#596074',
  line: '#e1e5ee',
  tint: '#eef3ff',
  page: '#f5f6fa',
  /** The three of the sign. */
  balls: ['#ffc425', '#f25f4c', '#36b25a'],
} as const
