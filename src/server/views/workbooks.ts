import { type Bookish, comparing } from '#actions/common/workbook'
import type { Actor } from '#domain/actor'
import { readsAll } from '#contract/read-access'
import type { Entities } from '#domain/entities'
import { quantityOf, type Units } from '#domain/units'
import type { Warning } from '#domain/warning'
import { type StoredReading, WORKBOOK_LABELS, type WorkbookReading } from '#domain/workbook/reading'
import { whyUnfit } from '#domain/workbook/proposals'
import { workedUnits } from '#domain/workbook/worked'
import { urlOf } from '#contract/endpoint'
import { readFile } from '#contract/subject'
import type { WorkbookLine, WorkbookView } from '#contract/workbook'
import type { ViewContext } from './context.ts'
import { peopleOf } from './names.ts'

interface Owner<K extends Bookish> {
  kind: K
  subject: Entities[K]
}
type Reading = Pick<ViewContext, 'db' | 'read'>

/** The last workbook of each kind that was read for a project or a credit requirement. */
const lastOf = async <K extends Bookish>(
  { kind, subject }: Owner<K>,
  { read }: Reading,
): Promise<StoredReading[]> => {
  const all = await read.list('workbookReading', { ownerKind: kind, ownerId: subject.id })
  return (['metric', 'nutrients'] as const).flatMap(
    of => all.findLast(({ reading }) => reading.kind === of) ?? [],
  )
}

const quantity = (units: Units | null): number | null => (units === null ? null : quantityOf(units))

const linesOf = (reading: WorkbookReading): WorkbookLine[] => {
  if (reading.kind === 'nutrients')
    return reading.lines.map(({ id, sheet, row, says, units }) => ({
      ...{ id, sheet, row, says, part: null, module: null, size: null },
      ...{ units: quantityOf(units), worked: null, why: null, unfit: null },
    }))
  return reading.lines.map(line => {
    const { id, sheet, row, part, module, habitat, size, units } = line
    const worked = workedUnits(line, reading.lines)
    return {
      ...{ id, sheet, row, part, module, says: habitat },
      ...{ size: quantityOf(size), units: quantity(units) },
      worked: worked && 'units' in worked ? quantityOf(worked.units) : null,
      why: worked && 'refused' in worked ? worked.refused : null,
      unfit: whyUnfit(line),
    }
  })
}

/** The workbooks of a project or a credit requirement, each with every figure and every difference. */
export const workbooksOf = async <K extends Bookish>(
  owner: Owner<K>,
  reader: Actor,
  context: Reading,
): Promise<WorkbookView[]> => {
  const found = await lastOf(owner, context)
  if (found.length === 0) return []
  const [differences, documents, people] = await Promise.all([
    comparing(owner.kind, owner.subject, context.read),
    context.read.list('filedDocument', { id: found.map(({ documentId }) => documentId) }),
    peopleOf(
      context.db,
      found.map(({ readBy }) => readBy),
      { seesAll: readsAll(reader), organisationId: reader.organisationId },
    ),
  ])
  return found.map(
    ({ id, documentId, sha256, edition, readAt, readBy, reading, differences: { length: atReading } }) => ({
      ...{ id, name: WORKBOOK_LABELS[edition], sha256, readAt },
      document: {
        id: documentId,
        name: documents.find(one => one.id === documentId)?.name ?? 'Workbook',
        links: { self: urlOf(readFile, { params: { id: documentId } }) },
      },
      readBy: people(readBy),
      lines: linesOf(reading),
      differences: [...differences(reading)],
      atReading,
    }),
  )
}

/** That a workbook says something else than was typed; once something was typed. */
export const workbookDiffers = async <K extends Bookish>(
  owner: Owner<K>,
  context: Reading,
): Promise<Warning[]> => {
  const found = await lastOf(owner, context)
  if (found.length === 0) return []
  const differences = await comparing(owner.kind, owner.subject, context.read)
  return found.flatMap(({ edition, reading }): Warning[] => {
    const count = differences(reading).length
    return count === 0
      ? []
      : [
          {
            code: 'workbook-differs',
            field: null,
            words: `${WORKBOOK_LABELS[edition]}: the workbook differs from what was typed in ${count === 1 ? 'one figure' : `${count} figures`}, listed under Workbook`,
          },
        ]
  })
}
