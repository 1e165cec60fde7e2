import type { CertifiedKind } from '#domain/certificate'
import type { Read } from '../kit/changes.ts'

/** Has the market made the schedule of an agreement, which is as good as an agreement filed? */
export const hasSchedule = async (
  read: Read,
  subjectKind: CertifiedKind,
  { id: subjectId }: { id: string },
): Promise<boolean> =>
  (await read.list('certificate', { subjectKind, subjectId, kind: 'schedule', state: 'Current' })).length > 0
