import { expect, it } from 'vitest'
import { z } from 'zod'
import { choiceColumn, choicesColumn, dateColumn, yesNoColumn, relationColumn, textColumn } from './column.ts'
import { cellFormatter, displayText } from './values.ts'

const everywhere = { page: true } as const
const LABELS = { hedge: 'A hedge', pond: 'A pond' }
const HABITATS = z.enum(['hedge', 'pond'])

it.each([
  ['text as it is', textColumn('Note', everywhere), 'constructor', 'constructor', 'constructor'],
  [
    'a day to be read by programs, and in words',
    dateColumn('Start', everywhere),
    '2027-01-31',
    '2027-01-31',
    '31 Jan 2027',
  ],
  ['yes and no', yesNoColumn('Is wet', everywhere), false, 'No', 'No'],
  [
    'a thing by its name',
    relationColumn('Area', 'nca', everywhere),
    { id: '7', name: 'The Fens' },
    'The Fens',
    'The Fens',
  ],
  ['a choice in its words', choiceColumn('Kind', HABITATS, everywhere, LABELS), 'pond', 'A pond', 'A pond'],
  ['a choice without words as it is', choiceColumn('Kind', HABITATS, everywhere), 'pond', 'pond', 'pond'],
  [
    'several choices as an import reads them, and in words',
    choicesColumn('Kinds', HABITATS, everywhere, LABELS),
    ['hedge', 'pond'],
    'A hedge | A pond',
    'A hedge, A pond',
  ],
  ['nothing for a value that is missing', textColumn('Note', everywhere), null, null, null],
])('downloads and pages show %s', (_, column, value, cell, words) => {
  expect(cellFormatter(column)(value)).toBe(cell)
  expect(displayText(column, value)).toBe(words)
})
