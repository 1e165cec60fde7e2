import { z } from 'zod'
import { type Described, get, ofPage, word } from './route.ts'
import * as general from './general.ts'
import { records } from './records.ts'

const ofSubject = z.object({ subjectType: z.string(), subjectId: z.string(), ...ofPage })
const ofOwner = z.object({ ownerType: z.string(), ownerId: z.string() })

/** What hangs on a subject. */
export const underSubjects: [string, Described][] = [
  get('/api/activity', {
    tag: 'Under subjects',
    summary: 'The trail of a subject, newest first',
    query: ofSubject,
    answer: general.listOf(general.activityItem),
  }),
  get('/api/activity-item/:id', {
    tag: 'Under subjects',
    summary: 'One entry of the trail',
    answer: general.activityItem,
  }),
  get('/api/comments', {
    tag: 'Under subjects',
    summary: 'The comments on a subject, oldest first',
    query: ofSubject,
    answer: general.listOf(general.commentItem),
  }),
  get('/api/mentionable', {
    tag: 'Under subjects',
    summary: 'Who can be mentioned in a comment on a subject: who may see it',
    query: z.object({ subjectType: z.string(), subjectId: z.string(), q: word }),
    answer: general.listOf(general.mentionable),
  }),
  get('/api/files', {
    tag: 'Under subjects',
    summary: 'The documents filed under a subject',
    query: ofOwner,
    answer: general.listOf(general.documentItem),
  }),
  get('/api/file/:id', { tag: 'Under subjects', summary: 'The bytes of a document, to be saved' }),
  get('/api/location/:id', {
    tag: 'Under subjects',
    summary: 'Where a project or requirement is',
    query: ofOwner,
    answer: general.location,
  }),
  ...Object.entries(records).map(([record, answer]) =>
    get(`/api/project/:id/${record}`, {
      tag: 'Under subjects',
      summary: `The ${record} of a project, newest first`,
      answer,
    }),
  ),
]
