/* Slips in calls of the server that the compiler must refuse; where it does not, it complains of the mark. Nothing here is run. */
import { send, useAnswer, useList, useResource } from '../../src/web/api.ts'
import type { Column } from '../../src/web/parts/columns.ts'
import { type ListFilter, ListTable } from '../../src/web/pages/shared/list-table.tsx'
import { readMatch } from '#contract/match'
import { listUrl, type RowOf, type SortOf } from '#contract/noun'
import { NOUNS } from '#contract/nouns'
import { login, readAccount } from '#contract/sign-in'
import { urlOf } from '#contract/endpoint'

type Project = typeof NOUNS.project

export const misspelt = () => {
  // @ts-expect-error: a market result is not read by itself
  useResource(NOUNS.matchResult, '1')
  // @ts-expect-error: there is no such noun
  useResource(NOUNS.projet, '1')
  // @ts-expect-error: a service has no list
  useList(NOUNS.service, {})
  // @ts-expect-error: the path of an endpoint varies by another name
  useAnswer(readMatch, { params: { roundId: '1' } })
  // @ts-expect-error: what varies in a path is needed
  useAnswer(readMatch, {})
  // @ts-expect-error: nothing varies in this path
  useAnswer(readAccount, { params: { id: '1' } })
  // @ts-expect-error: nothing else than reading is done by a page that opens
  useAnswer(login, {})
}

export const unknownWords = () => {
  // @ts-expect-error: projects know no such filter
  useList(NOUNS.project, { colour: 'green' })
  // @ts-expect-error: requirements know no such status
  useList(NOUNS.requirement, { status: 'Certified' })
  // @ts-expect-error: projects are not sorted by that
  useList(NOUNS.project, { sort: '-offer' })
  // @ts-expect-error: a round has no totals
  listUrl(NOUNS.round, { format: 'totals' })
  // @ts-expect-error: a match is not had in this form
  urlOf(readMatch, { params: { id: '1' }, query: { format: 'pdf' } })
  // One value stands for a list of one.
  useList(NOUNS.project, { status: 'Draft', sort: '-status' })
  useList(NOUNS.project, { status: ['Draft', 'Certified'] })
}

export const wrongColumns = () => {
  // @ts-expect-error: a row of projects has no such column
  const cell = (row: RowOf<Project>) => row.colour
  // @ts-expect-error: projects are not sorted by their offers
  const column: Column<RowOf<Project>, SortOf<Project>> = { id: 'offer', header: '', sort: 'offer', cell }
  // @ts-expect-error: projects know no such filter
  const filter: ListFilter<Project> = { id: 'colour', label: 'Colour' }
  const name: Column<RowOf<Project>> = { id: 'name', header: 'Name', cell: row => row.name }
  ListTable({
    noun: NOUNS.requirement,
    // @ts-expect-error: requirements have no supplier
    fixed: { supplierId: '1' },
    // @ts-expect-error: a filter of projects is none of requirements
    filters: [filter],
    caption: '',
    // @ts-expect-error: a project is no requirement
    columns: [column, name],
    rowLink: row => row.id,
    empty: null,
  })
}

export const wrongBodies = async () => {
  // @ts-expect-error: the password is missing
  await send(login, { body: { username: 'operator' } })
  // @ts-expect-error: nothing is sent
  await send(login, {})
  // @ts-expect-error: a user name is a text
  await send(login, { body: { username: 1, password: '' } })
  const answer = await send(login, { body: { username: '', password: '' } })
  // @ts-expect-error: no such challenge is answered
  return answer?.challenge === 'PASSWORD_REQUIRED'
}
