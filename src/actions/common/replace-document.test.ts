import { describe, expect, it } from 'vitest'
import type { Actor } from '#domain/actor'
import type { DocumentTag } from '#domain/filed-document'
import type { ProjectStatus } from '#domain/project'
import { act, facts } from '#test/builders/act'
import { anActor, anOperator, aProject } from '#test/builders/market'
import type { Read } from '../kit/changes.ts'
import { judge, warnings } from '../kit/judge.ts'
import { available } from '../kit/available.ts'
import { replaceDocument } from './replace-document.ts'

const replace = replaceDocument('project')
const filed = (id: string, tag: DocumentTag) => ({ id, tag, name: `${id}.pdf` })
const read = {
  list: async () => [
    filed('land', 'LandholderInfo'),
    filed('first', 'ComplianceReport'),
    filed('second', 'ComplianceReport'),
  ],
} as unknown as Read
const givenTo = async (actor: Actor) => ({
  ...(await replace.given?.(read, aProject(), actor, '2025-06-01')),
})

describe('replacing a document of a project', () => {
  it('of a project any present document can be replaced, of reports the last; by its owner only one', async () => {
    expect(await givenTo(anOperator())).toMatchObject({
      documents: [
        { id: 'LandholderInfo', name: 'Landholder information: land.pdf' },
        { id: 'ComplianceReport', documentId: 'second' },
      ],
    })
    expect(await givenTo(anActor())).toMatchObject({ documents: [{ id: 'LandholderInfo' }] })
  })

  it('replacing a document needs it, a reason and the replacement, and keeps the old one with the reason', async () => {
    const given = await givenTo(anOperator())
    expect(judge(replace, {}, facts(given))).toEqual({
      tag: 'Field required',
      reason: 'Field required',
      replacementFile: 'Field required',
    })
    const replacementFile = { id: 'third', name: 'third.pdf' }
    const answers = { tag: 'ComplianceReport', reason: 'A page was missing', replacementFile }
    expect(act(replace, aProject(), answers, { given })).toMatchObject([
      { id: 'third', patch: { tag: 'ComplianceReport' } },
      { id: 'second', patch: { replacedById: 'third', reason: 'A page was missing' } },
    ])
  })

  it('once registration is complete the operator alone replaces documents of a project', () => {
    const verdict = (actor: Actor, status: ProjectStatus) =>
      available(replace, actor, aProject({ status }), { round: undefined, today: '2025-06-01' })
    expect(verdict(anActor(), 'Provisional')).toBe(true)
    expect(verdict(anActor(), 'Registered')).toMatchObject({ gate: 'when' })
    expect(verdict(anOperator(), 'Monitoring')).toBe(true)
  })

  it('a project without documents says that there is none to replace', () => {
    expect(warnings(replace, {}, aProject(), facts({ documents: [] }))).toEqual({
      tag: 'There are no documents to replace',
    })
  })
})
