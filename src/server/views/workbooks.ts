import type { Actor } from '#domain/actor'
import { readsAll } from '#contract/read-access'
import type { Entities } from '#domain/entities'
import { quantityOf, type Units } from '#domain/units'
import type { Warning } from '#domain/warning'
import { differencesFromNeed, differencesFromServices } from '#domain/workbook/compare'
import {
  type Difference,
  type StoredReading,
  WORKBOOK_LABELS,
  type WorkbookReading,
} from '#domain/workbook/reading'
import { whyUnfit } from '#domain/workbook/proposals'
import { workedUnits } from '#domain/workbook/worked'
import { urlOf } from '#contract/endpoint'
import { readFile } from '#contract/subject'
import type { WorkbookLine, WorkbookView } from '#contract/workbook'
import type { ViewContext } from './context.ts'
import { peopleOf } from './names.ts'

type Owner =
  | { kind: 'project'; subject: Entities['project'] }
  | { kind: 'requirement'; subject: Entities['requirement'] }
type Reading = Pick<ViewContext, 'db' | 'read'>

/** The last workbook of each kind that was read for a project or a credit requirement. */
const lastOf = async ({ kind, subject }: Owner, { read }: Reading): Promise<StoredReading[]> => {
  const all = await read.list('workbookReading', { ownerKind: kind, ownerId: subject.id })
  return (['metric', 'nutrients'] as const).flatMap(
    of => all.findLast(({ reading }) => reading.kind === of) ?? [],
  )
}

/** In what a workbook differs now from what was typed. */
const differencesNow = async (
  reading: WorkbookReading,
  { kind, subject }: Owner,
  { read }: Reading,
): Promise<Difference[]> =>
  kind === 'project'
    ? differencesFromServices(reading, await read.list('service', { projectId: subject.id }))
    : differencesFromNeed(reading, subject)

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
export const workbooksOf = async (owner: Owner, reader: Actor, context: Reading): Promise<WorkbookView[]> => {
  const found = await lastOf(owner, context)
  if (found.length === 0) return []
  const [documents, people] = await Promise.all([
    context.read.list('filedDocument', { id: found.map(({ documentId }) => documentId) }),
    peopleOf(
      context.db,
      found.map(({ readBy }) => readBy),
      { seesAll: readsAll(reader), organisationId: reader.organisationId },
    ),
  ])
  return Promise.all(
    found.map(async ({ id, documentId, sha256, edition, readAt, readBy, reading, differences }) => ({
      ...{ id, name: WORKBOOK_LABELS[edition], sha256, readAt },
      document: {
        id: documentId,
        name: documents.find(one => one.id === documentId)?.name ?? 'Workbook',
        links: { self: urlOf(readFile, { params: { id: documentId } }) },
      },
      readBy: people(readBy),
      lines: linesOf(reading),
      differences: await differencesNow(reading, owner, context),
      atReading: differences.length,
    })),
  )
}

/** That a workbook says something else than was typed; once something was typed. */
export const workbookDiffers = async (owner: Owner, context: Reading): Promise<Warning[]> =>
  (
    await Promise.all(
      (await lastOf(owner, context)).map(async ({ edition, reading }): Promise<Warning[]> => {
        const count = (await differencesNow(reading, owner, context)).length
        return count === 0
          ? []
          : [
              {
                code: 'workbook-differs',
                field: null,
                words: `${WORKBOOK_LABELS[edition]}: the workbook differs from what was typed in ${count === 1 ? 'one figure' : `${count} figures`}, listed under Workbook`,
              },
            ]
      }),
    )
  ).flat()
