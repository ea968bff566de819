/** The report of `npm run test:release`. */
import { readFileSync } from 'node:fs'

/**
 * The outcomes that an earlier run left in a file; none where there is no file, or it tells of another state of the code.
 * @param {string} file
 * @param {string} state
 * @returns {import('./run-parts.mjs').Outcome[]}
 */
export function earlierOutcomes(file, state) {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8'))
    return kept.state === state ? kept.outcomes : []
  } catch {
    return []
  }
}

/**
 * @param {import('./run-parts.mjs').Outcome[]} outcomes
 * @param {{ commit: string, machine: string, date: string, missing: string[] }} about `missing`: names of parts that have not run.
 * @returns {string} Markdown: a table of the commands with day, result, tests and minutes, then the figures of each.
 */
export function reportOf(outcomes, { commit, machine, date, missing }) {
  const rows = outcomes.map(({ name, command, isGood, minutes, totals, date: day = date }) =>
    [
      '',
      name,
      `\`${command}\``,
      day,
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
    ...(missing.length > 0 ? [`Falta correr: ${missing.join(', ')}.`] : []),
    ['| parte | comando | día | resultado | minutos | pruebas |', '|---|---|---|---|---|---|', ...rows].join('\n'),
    ...details,
    '',
  ].join('\n\n')
}
