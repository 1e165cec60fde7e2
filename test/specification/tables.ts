import { readSourceFile } from '../source-file.ts'
import { callsOfProduct, fieldsOfAnswers, queriesOfProduct } from './product-calls.ts'
import { actionsOfProduct, fieldsOfProduct, wizardsOfProduct } from './product-forms.ts'
import { rulesOfProduct } from './product-rules.ts'
import { menusOfProduct, pagesOfProduct, stepsOfProduct } from './product-screens.ts'
import { statusesOfProduct, valuesOfProduct } from './product-statuses.ts'
import * as texts from './product-texts.ts'
import {
  type SpecificationDifferences,
  type ProductTableData,
  readRow,
  type SpecificationRow,
  type SpecificationTable,
  readTables,
} from './table.ts'

/** A table and its counterpart in the product. */
export interface ComparedTable {
  name: string
  table: SpecificationTable
  /** The number of first cells that give a line’s subject. */
  keyCount: number
  product: ProductTableData
  /** True if the table must contain everything in the product. */
  isWhole: boolean
}

const WHOLE = true
const IN_PART = false

/** The counterpart of each table, by document and heading. */
const COMPARED: Readonly<
  Record<string, Readonly<Record<string, readonly [number, ProductTableData, boolean]>>>
> = {
  actions: {
    Actions: [2, actionsOfProduct, WHOLE],
    Buttons: [2, onlyThose(actionsOfProduct, ({ Button }) => Button !== 'Save'), WHOLE],
    Approvals: [2, onlyThose(actionsOfProduct, line => line['Approved by'] !== 'nobody'), WHOLE],
    Menus: [2, onlyThose(actionsOfProduct, line => line['On the menu of'] !== null), WHOLE],
    'Pages in place of forms': [2, onlyThose(actionsOfProduct, ({ Page }) => Page !== null), WHOLE],
    Wizards: [2, wizardsOfProduct, WHOLE],
  },
  fields: { Fields: [2, fieldsOfProduct, WHOLE] },
  statuses: { Statuses: [2, statusesOfProduct, WHOLE] },
  enumerations: {
    Enumerations: [2, valuesOfProduct, WHOLE],
    Modules: [1, texts.modulesOfProduct, WHOLE],
    'Units of measure': [1, texts.measuresOfProduct, IN_PART],
    'Compatible levels': [1, texts.servingOfProduct, WHOLE],
  },
  screens: {
    Pages: [1, pagesOfProduct, WHOLE],
    Menus: [2, menusOfProduct, WHOLE],
    'Steps of signing in': [1, stepsOfProduct, WHOLE],
  },
  calls: {
    Calls: [1, callsOfProduct, IN_PART],
    Queries: [2, queriesOfProduct, IN_PART],
    Answers: [2, fieldsOfAnswers, IN_PART],
  },
  rules: { Rules: [3, rulesOfProduct, WHOLE] },
  texts: {
    Texts: [2, texts.textsOfProduct, IN_PART],
    Uploads: [2, texts.uploadsOfProduct, WHOLE],
    Values: [1, texts.specifiedValues, WHOLE],
  },
}

function onlyThose(
  product: ProductTableData,
  isWanted: (line: Readonly<Record<string, string | null>>) => boolean,
): ProductTableData {
  return new Map([...product].filter(([, line]) => isWanted(line)))
}

/** Every table of the specification. */
export const SPECIFICATION_TABLES: readonly ComparedTable[] = Object.entries(COMPARED).flatMap(
  ([document, byTitle]) => {
    const found = readTables(`docs/specification/${document}.md`)
    const unknown = found.find(({ title }) => !Object.hasOwn(byTitle, title))
    if (unknown) throw new Error(`No comparison exists for the table ${unknown.title} of ${document}`)
    return Object.entries(byTitle).map(([title, [keyCount, product, isWhole]]) => {
      const table = found.find(one => one.title === title)
      if (!table) throw new Error(`${document} has no table ${title}`)
      return { name: `${document}, ${title}`, table, keyCount, product, isWhole }
    })
  },
)

/** The lines of a table. */
export const rowsOfSpecificationTable = ({
  table,
  keyCount,
}: Pick<ComparedTable, 'table' | 'keyCount'>): SpecificationRow[] =>
  table.rows.map(cells => readRow(table.columns, keyCount, cells))

/** The list in decision 0035: a line for each decision, with the words of the specification in backticks. */
export const LISTED_DIFFERENCES: SpecificationDifferences = new Map(
  [
    ...readSourceFile('docs/decisions/0035-where-the-specification-is-read-otherwise.md').text.matchAll(
      /^\| (\d{4}) \| ([^|]*) \|/gm,
    ),
  ].map(([, number = '', has = '']) => [
    number,
    new Set([...has.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words)),
  ]),
)
