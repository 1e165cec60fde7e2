import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { QUIET } from './tools/quiet.ts'
import { withoutSchemas } from './tools/without-schemas.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** Name of the one rule of React Aria. React Aria looks for it, and recalculates all styles after adding it if it is missing. */
const RULE_OF_REACT_ARIA = 'react-aria-pressable-style'

/**
 * Puts the sheet of styles before all scripts: with it the page is drawn, long before they are there. The rule of React
 * Aria is in it (`styles/base.css`).
 */
const stylesFirst: Plugin = {
  name: 'styles-first',
  transformIndexHtml: {
    order: 'post',
    handler: html => {
      const [sheet = ''] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? []
      const named = sheet.replace('<link', `<link id="${RULE_OF_REACT_ARIA}"`)
      return html.replace(sheet, '').replace('<title>', `${named}<title>`)
    },
  },
}

/**
 * A page is drawn by a handful of files, each with all that such pages share: the fewer, the sooner they are there. What
 * a group takes it takes with everything it imports, unless a group before has that; a part that few pages need, or
 * none at first, stays by itself.
 */
const groups = [
  {
    name: 'libraries',
    test: /rolldown.runtime|src\/web\/start\.ts|node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
  },
  {
    name: 'base',
    test: /src\/(web\/(main\.tsx|icons\/|action\/(use-)?step-up|sign-in\/(account-form|use-account-form|forms|challenges|provider-notice|passkey|another-letter|invitation\.))|contract\/kit\/values|domain\/(text\/terms|people\/(organisation|registered-numbers))\.)|domain\/values\/narrow\.|packages\/values\/src\/(units|money)\./,
  },
  {
    name: 'pages',
    test: /packages\/matching\/src\/problem\/|src\/contract\/nouns\/registration\.|src\/domain\/unfinished-match\/(messages|unfinished-match)\.|src\/web\/(parts\/(?!(term-button|later|chunk|page\/brand)\.)|action\/(just-done|after-action)|pages\/(lists\/(?!keys-help)|shared\/(?!(balance-head|sold-totals)\.)|item\/(about-tabs|result-|credit-list|group-line|owner-line|place|site-section|use-grammatical-person)|((questions|proposals)\/messages|queue\/(words|messages))\.|prepare\/(task-list|prepared-actions)|organisation\/(authorities|participations)|round\/groups-tab|review\/(sums|share-certainty))|api\/api-events)/,
  },
  // Panels, dialogs and explanations of terms, which no page begins with.
  {
    name: 'overlays',
    test: /src\/web\/(action\/panel-frame|pages\/lists\/keys-help|parts\/(term-button|later)\.)/,
  },
  // Forms of actions, with what definitions of several kinds of thing have in common; the rest of each is by itself.
  { name: 'acts', test: /src\/(actions|domain|web\/action)\/|\/packages\//, minShareCount: 2 },
  { name: 'charts', test: /src\/web\/(charts\/|pages\/shared\/(balance-head|sold-totals)\.)/ },
]

export default defineConfig({
  root: 'src/web',
  plugins: [withoutSchemas, react(), stylesFirst],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows neither inline scripts nor data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      ...QUIET,
      output: {
        codeSplitting: {
          groups: groups.map((group, at) => ({ ...group, priority: groups.length - at })),
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(
      ['/api/', '/dev/', '/healthz', '/readyz', '/metrics'].map(path => [path, server]),
    ),
  },
})
