import { describe, expect, it } from 'vitest'
import type { Actor } from '#domain/people/actor'
import type { DocumentTag } from '#domain/text/filed-document'
import type { ProjectStatus } from '#domain/project/project'
import { runActionForChanges, createFormFacts } from '#test/builders/act'
import { anActor, anOperator, aProject } from '#test/builders/market'
import type { Read } from '../kit/changes.ts'
import { validateAnswers, formWarnings } from '../kit/judge.ts'
import { checkAvailability } from '../kit/available.ts'
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
  it('offers the operator any current document of the project and the last of its reports, and the owner only one', async () => {
    expect(await givenTo(anOperator())).toMatchObject({
      documents: [
        { id: 'LandholderInfo', name: 'Landholder information: land.pdf' },
        { id: 'ComplianceReport', documentId: 'second' },
      ],
    })
    expect(await givenTo(anActor())).toMatchObject({ documents: [{ id: 'LandholderInfo' }] })
  })

  it('needs a document, a reason and a replacement, and keeps the old document with the reason', async () => {
    const given = await givenTo(anOperator())
    expect(validateAnswers(replace, {}, createFormFacts(given))).toEqual({
      tag: 'Field required',
      reason: 'Field required',
      replacementFile: 'Field required',
    })
    const replacementFile = { id: 'third', name: 'third.pdf' }
    const answers = { tag: 'ComplianceReport', reason: 'A page was missing', replacementFile }
    expect(runActionForChanges(replace, aProject(), answers, { given })).toMatchObject([
      { id: 'third', patch: { tag: 'ComplianceReport' } },
      { id: 'second', patch: { replacedById: 'third', reason: 'A page was missing' } },
    ])
  })

  it('is for the operator alone once registration is complete', () => {
    const verdict = (actor: Actor, status: ProjectStatus) =>
      checkAvailability(replace, actor, aProject({ status }), { round: undefined, today: '2025-06-01' })
    expect(verdict(anActor(), 'Provisional')).toBe(true)
    expect(verdict(anActor(), 'Registered')).toMatchObject({ gate: 'when' })
    expect(verdict(anOperator(), 'Monitoring')).toBe(true)
  })

  it('says that there is nothing to replace in a project without documents', () => {
    expect(formWarnings(replace, {}, aProject(), createFormFacts({ documents: [] }))).toEqual({
      tag: 'There are no documents to replace',
    })
  })
})
