import type { KyselyPlugin } from 'kysely'

/** Counts the queries of a database that uses the plugin; statements that are already compiled are not counted. */
export const openQueryCount = (): { plugin: KyselyPlugin; asked: () => number } => {
  let asked = 0
  return {
    plugin: {
      transformQuery: ({ node }) => {
        asked += 1
        return node
      },
      transformResult: async ({ result }) => result,
    },
    asked: () => asked,
  }
}
