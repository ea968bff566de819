#!/usr/bin/env node
// `npm run release -- FOLDER`: builds, and makes FOLDER/VERSION-COMMIT with the build and the packages of production, for
// `bulto upgrade`. Prints the release's folder.
import { rmSync } from 'node:fs'
import { buildMark, fail, prepare, runNpm, say } from './lib/prepare.mjs'
import { makeRelease } from './lib/release.mjs'

const [folder] = process.argv.slice(2)
if (!folder) fail('Falta la carpeta de las versiones, por ejemplo: npm run release -- /opt/bulto/releases')
// Built anew: the commit may have changed where no source did.
rmSync(buildMark, { force: true })
await prepare({ build: true })
try {
  const made = await makeRelease(folder, {
    packages: async (unfinished) => {
      say('Instalando los paquetes de producción…')
      const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
      if ((await runNpm(args, unfinished)) !== 0) throw new Error('No se pudieron instalar los paquetes de producción')
    },
  })
  console.log(made)
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
