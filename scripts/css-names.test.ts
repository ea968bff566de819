import { expect, test } from 'vitest'
import { withNamedClasses } from './lib/css-names.mjs'

test('a style module is imported by its classes, everything else as it was', () => {
  const code = [
    "import { Link } from '../lib/router.tsx'",
    "import styles from './cart.module.css'",
    "import './tokens.css'",
    "const a = styles.row // import styles from './other.module.css'",
  ].join('\n')
  expect(withNamedClasses(code)).toBe(
    code.replace("import styles from './cart.module.css'", "import * as styles from './cart.module.css'"),
  )
})
