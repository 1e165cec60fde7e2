import { noun } from './noun.ts'

/** What the market certifies of a requirement or a project. */
export const certificate = noun({
  kind: 'certificate',
  called: ['certificate', 'certificates'],
  readBy: 'parent',
  under: ['subjectKind', 'subjectId'],
})
