/* Mistakes in calls of the server that the compiler must refuse; where it does not, it complains about the mark. Nothing here runs. */
import { sendRequest, useAnswer, useList, useResource } from '../../src/web/api/api.ts'
import type { Column } from '../../src/web/parts/table/columns.ts'
import { type ListFilter, ListTable } from '../../src/web/pages/lists/list-table.tsx'
import { readMatch } from '#contract/round/match'
import { listUrl, type RowOf, type SortOf } from '#contract/kit/noun'
import { NOUNS } from '#contract/nouns/nouns'
import { login, readAccount } from '#contract/people/sign-in'
import { endpointUrl } from '#contract/kit/endpoint'

type Project = typeof NOUNS.project

export const misspeltCalls = () => {
  // @ts-expect-error: a match result cannot be read by itself
  useResource(NOUNS.matchResult, '1')
  // @ts-expect-error: there is no such noun
  useResource(NOUNS.projet, '1')
  // @ts-expect-error: a service has no list
  useList(NOUNS.service, {})
  // @ts-expect-error: the path parameter of the endpoint has another name
  useAnswer(readMatch, { params: { roundId: '1' } })
  // @ts-expect-error: path parameters are required
  useAnswer(readMatch, {})
  // @ts-expect-error: this path has no parameters
  useAnswer(readAccount, { params: { id: '1' } })
  // @ts-expect-error: a page that opens can only read
  useAnswer(login, {})
}

export const callsWithUnknownWords = () => {
  // @ts-expect-error: projects have no such filter
  useList(NOUNS.project, { colour: 'green' })
  // @ts-expect-error: requirements have no such status
  useList(NOUNS.requirement, { status: 'Certified' })
  // @ts-expect-error: projects cannot be sorted by that
  useList(NOUNS.project, { sort: '-offer' })
  // @ts-expect-error: a round has no totals
  listUrl(NOUNS.round, { format: 'totals' })
  // @ts-expect-error: a match has no such format
  endpointUrl(readMatch, { params: { id: '1' }, query: { format: 'pdf' } })
  // One value is enough for a list of one.
  useList(NOUNS.project, { status: 'Draft', sort: '-status' })
  useList(NOUNS.project, { status: ['Draft', 'Certified'] })
}

export const callsWithWrongColumns = () => {
  // @ts-expect-error: a row of projects has no such column
  const cell = (row: RowOf<Project>) => row.colour
  // @ts-expect-error: projects cannot be sorted by their offers
  const column: Column<RowOf<Project>, SortOf<Project>> = { id: 'offer', header: '', sort: 'offer', cell }
  // @ts-expect-error: projects have no such filter
  const filter: ListFilter<Project> = { id: 'colour', label: 'Colour' }
  const name: Column<RowOf<Project>> = { id: 'name', header: 'Name', cell: row => row.name }
  ListTable({
    noun: NOUNS.requirement,
    // @ts-expect-error: requirements have no supplier
    fixed: { supplierId: '1' },
    // @ts-expect-error: a filter of projects does not fit requirements
    filters: [filter],
    caption: '',
    // @ts-expect-error: a column of projects does not fit requirements
    columns: [column, name],
    rowLink: row => row.id,
    empty: null,
  })
}

export const callsWithWrongBodies = async () => {
  // @ts-expect-error: the password is missing
  await sendRequest(login, { body: { username: 'operator' } })
  // @ts-expect-error: the body is missing
  await sendRequest(login, {})
  // @ts-expect-error: a user name is a text
  await sendRequest(login, { body: { username: 1, password: '' } })
  const answer = await sendRequest(login, { body: { username: '', password: '' } })
  // @ts-expect-error: there is no such challenge
  return answer?.challenge === 'PASSWORD_REQUIRED'
}
