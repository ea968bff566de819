const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Argentina/Buenos_Aires',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** An instant by the clock of Buenos Aires: '2026-07-29 10:15:02'. */
export const argentineClock = (instant: Date): string => clock.format(instant)
