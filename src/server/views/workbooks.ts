import { type WorkbookOwnerKind, readWorkbookComparer } from '#actions/common/workbook'
import type { Actor } from '#domain/people/actor'
import { mayReadAll } from '#contract/nouns/read-access'
import type { EntityMap } from '#domain/disclosure/entities'
import { unitsToNumber, type Units } from '@credit-market/values/units'
import type { SubjectWarning } from '#domain/text/warning'
import { type StoredWorkbookContent, WORKBOOK_LABELS, type WorkbookContent } from '#domain/workbook/reading'
import { unusableRowReason } from '#domain/workbook/proposals'
import { recalculatedUnits } from '#domain/workbook/worked'
import { endpointUrl } from '#contract/kit/endpoint'
import { readFile } from '#contract/subject/subject'
import type { WorkbookLine, WorkbookView } from '#contract/project/workbook'
import type { ViewContext } from './kit/context.ts'
import { readPeopleNames } from './kit/names.ts'

interface Owner<K extends WorkbookOwnerKind> {
  kind: K
  subject: EntityMap[K]
}
type Reading = Pick<ViewContext, 'db' | 'read'>

/** The last workbook of each kind that was read for a project or credit requirement. */
const lastOf = async <K extends WorkbookOwnerKind>(
  { kind, subject }: Owner<K>,
  { read }: Reading,
): Promise<StoredWorkbookContent[]> => {
  const all = await read.list('workbookReading', { ownerKind: kind, ownerId: subject.id })
  return (['metric', 'nutrients'] as const).flatMap(
    of => all.findLast(({ reading }) => reading.kind === of) ?? [],
  )
}

const quantity = (units: Units | null): number | null => (units === null ? null : unitsToNumber(units))

const linesOf = (reading: WorkbookContent): WorkbookLine[] => {
  if (reading.kind === 'nutrients')
    return reading.lines.map(({ id, sheet, row, says, units }) => ({
      ...{ id, sheet, row, says, part: null, module: null, size: null },
      ...{ units: unitsToNumber(units), worked: null, why: null, unfit: null },
    }))
  return reading.lines.map(line => {
    const { id, sheet, row, part, module, habitat, size, units } = line
    const worked = recalculatedUnits(line, reading.lines)
    return {
      ...{ id, sheet, row, part, module, says: habitat },
      ...{ size: unitsToNumber(size), units: quantity(units) },
      worked: worked && 'units' in worked ? unitsToNumber(worked.units) : null,
      why: worked && 'refused' in worked ? worked.refused : null,
      unfit: unusableRowReason(line),
    }
  })
}

/** Workbooks of a project or credit requirement, each with all figures and differences. */
export const readWorkbookViews = async <K extends WorkbookOwnerKind>(
  owner: Owner<K>,
  reader: Actor,
  context: Reading,
): Promise<WorkbookView[]> => {
  const found = await lastOf(owner, context)
  if (found.length === 0) return []
  const [differences, documents, people] = await Promise.all([
    readWorkbookComparer(owner.kind, owner.subject, context.read),
    context.read.list('filedDocument', { id: found.map(({ documentId }) => documentId) }),
    readPeopleNames(
      context.db,
      found.map(({ readBy }) => readBy),
      { seesAll: mayReadAll(reader), organisationId: reader.organisationId },
    ),
  ])
  return found.map(
    ({ id, documentId, sha256, edition, readAt, readBy, reading, differences: { length: atReading } }) => ({
      ...{ id, name: WORKBOOK_LABELS[edition], sha256, readAt },
      document: {
        id: documentId,
        name: documents.find(one => one.id === documentId)?.name ?? 'Workbook',
        links: { self: endpointUrl(readFile, { params: { id: documentId } }) },
      },
      readBy: people(readBy),
      lines: linesOf(reading),
      differences: [...differences(reading)],
      atReading,
    }),
  )
}

/** Warns if a workbook differs from typed values; values that are not typed yet are not compared. */
export const findWorkbookWarnings = async <K extends WorkbookOwnerKind>(
  owner: Owner<K>,
  context: Reading,
): Promise<SubjectWarning[]> => {
  const found = await lastOf(owner, context)
  if (found.length === 0) return []
  const differences = await readWorkbookComparer(owner.kind, owner.subject, context.read)
  return found.flatMap(({ edition, reading }): SubjectWarning[] => {
    const count = differences(reading).length
    return count === 0
      ? []
      : [
          {
            code: 'workbook-differs',
            field: null,
            words: `${WORKBOOK_LABELS[edition]}: ${count === 1 ? 'one figure differs' : `${count} figures differ`} from your answers; see Workbook`,
          },
        ]
  })
}
