/**
 * The screen sizes at which a screen changes, by name. Style sheets write `@media (--phone)`; the build puts the condition in
 * its place. In em, so that enlarged text counts.
 */
export const breakpoints = {
  /** One column, bars below, controls of 44 px. */
  phone: '(width <= 48em)',
  'beyond-phone': '(width > 48em)',
  /** Side columns go below. */
  tablet: '(width <= 64em)',
  /** Tables become cards. */
  narrow: '(width <= 70em)',
  wide: '(width > 70em)',
  /** Nothing may stick to the lower edge. */
  low: '(height <= 36em)',
} as const
