/** The report of `npm run test:release`. */

/**
 * @param {import('./run-parts.mjs').Outcome[]} outcomes
 * @param {{ commit: string, machine: string, date: string }} about
 * @returns {string} Markdown: a table of the commands with result, tests and minutes, then the figures of each.
 */
export function reportOf(outcomes, { commit, machine, date }) {
  const rows = outcomes.map(({ name, command, isGood, minutes, totals }) =>
    [
      '',
      name,
      `\`${command}\``,
      isGood ? 'bien' : '**MAL**',
      minutes.toFixed(1).replace('.', ','),
      `${totals.passed} bien, ${totals.failed} mal, ${totals.skipped} omitidas`,
      '',
    ]
      .join(' | ')
      .trim(),
  )
  const details = outcomes.flatMap(({ name, figures, failures }) => {
    const words = [...failures.map((failure) => `\`\`\`\n${failure}\n\`\`\``), figures.trim()].filter(Boolean)
    return words.length === 0 ? [] : [`## ${name}`, ...words]
  })
  return [
    `# Pruebas de la versión, ${date}`,
    `Commit ${commit}; ${machine}.`,
    ['| parte | comando | resultado | minutos | pruebas |', '|---|---|---|---|---|', ...rows].join('\n'),
    ...details,
    '',
  ].join('\n\n')
}
