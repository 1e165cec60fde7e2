import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { projectRoot } from '#server/places'

const source = join(projectRoot, 'src/front')

/** Builds what the pages of the public zone fetch: one sheet of styles, and a script for each file of `scripts`. */
export const buildFront = async (folder: string): Promise<void> => {
  const scripts = readdirSync(join(source, 'scripts')).filter(name => name.endsWith('.ts'))
  await build({
    configFile: false,
    root: source,
    base: '/front/',
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      // The content security policy allows neither inline scripts nor data addresses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: [join(source, 'styles/front.css'), ...scripts.map(name => join(source, 'scripts', name))],
      },
    },
  })
}
