import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build as bundle } from 'rolldown'
import { build } from 'vite'
import { pageRendererFile, projectRoot, webBuildDir } from '#server/process/places'
import { QUIET } from './quiet.ts'
import { withoutSchemas } from './without-schemas.ts'

/** Builds what draws pages on the server: the browser application as one program without a browser. */
export const buildDraw = async (): Promise<void> => {
  await build({
    configFile: false,
    root: join(projectRoot, 'src/web'),
    logLevel: 'warn',
    plugins: [withoutSchemas, react()],
    // Packages with it, or React would be the one that helps those who write programs and is slow.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: 'draw.tsx',
      outDir: fileURLToPath(new URL('.', pageRendererFile)),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: QUIET,
    },
  })
}

/** Builds what runs before a page is seen, and has the page wait for it: it is small, and asked for with the styles. */
export const buildFirst = async (): Promise<void> => {
  const { output } = await bundle({
    ...QUIET,
    cwd: projectRoot,
    input: 'src/web/first.ts',
    platform: 'browser',
    output: {
      dir: join(webBuildDir, 'assets'),
      format: 'iife',
      minify: true,
      entryFileNames: '[name]-[hash].js',
    },
  })
  const page = join(webBuildDir, 'index.html')
  const script = `<script src="/assets/${output[0].fileName}"></script>`
  writeFileSync(page, readFileSync(page, 'utf8').replace('<title>', `${script}<title>`))
}
