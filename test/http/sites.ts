import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ActionPreview } from '#contract/kit/form'
import type { ProjectView } from '#contract/project/project'
import { projectRoot } from '#server/process/places'
import { update } from '#actions/kit/changes'
import { createEffectContext } from '../store/samples.ts'
import { sampleRow, startWorld, type World } from './world.ts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n')

/** An item without a stated place accepts any boundary. */
const NOWHERE = { gridReference: null, latitude: null, longitude: null }
const project = (id: string, supplierId: string, status: 'Draft' | 'Screened') =>
  sampleRow('project', {
    ...{ id, name: `Project ${id}`, supplierId, status, roundId: 'open', agentId: null, groupId: null },
    ...{ offer: null, offeredAt: null, unchangedSinceRoundId: null, endedAs: null, lpaId: 'Somerset' },
    ...(id !== 'b' && NOWHERE),
  })
const service = (projectId: string, hectares: number) =>
  sampleRow('service', {
    ...{
      id: `of-${projectId}`,
      projectId,
      type: 'NutrientMitigationNitrogen',
      status: 'PendingCertification',
    },
    ...{ size: hectares * 10_000, sizeUnit: 'Ha', duration: 'Permanent', standardId: null, decision: null },
  })

const open = async (): Promise<World> => {
  const world = await startWorld(
    sampleRow('round', { id: 'open', name: 'Round 3', marketId: 'levels', status: 'Open', settledAt: null }),
    sampleRow('requirement', {
      ...{ id: 'plots', name: 'Plots', buyerId: 'builder', roundId: 'open', status: 'Draft', type: 'Buyer' },
      ...{ agentId: null, groupId: null, bid: null, bidAt: null, endedAs: null, ...NOWHERE },
    }),
    ...['a', 'b', 'c', 'd'].flatMap(id => [
      project(id, id === 'a' ? 'farm' : 'estate', 'Screened'),
      service(id, id === 'd' ? 12 : 8),
    ]),
  )
  // The sample files of real users are spread over all of England.
  const everywhere = ['bidding', 'open'].map(id => update('round', { id }, { lpaIds: [], ncaIds: [] }))
  await world.store.transaction(tx =>
    tx.apply([update('project', { id: 'moss' }, NOWHERE), ...everywhere], createEffectContext()),
  )
  return world
}

const sample = (name: string): Buffer => readFileSync(join(projectRoot, 'test/boundaries', name))

/** A square of ten hectares, this many metres east of the first one. */
const square = (east: number): string[] =>
  [
    [0, 0],
    [400, 0],
    [400, 250],
    [0, 250],
  ].map(([x = 0, y = 0]) => `${343_600 + east + x}, ${121_100 + y}`)

/** Four certified sites of two owners in an open round, a development, and what people do with their boundaries. */
export const openSites = async () => {
  const world = await open()
  const send = async (
    who: string,
    id: string,
    action: string,
    values: object,
    file?: [string, string, Buffer],
    kind = 'project',
    more: { preview?: true } = {},
  ) => {
    const boundary = 'the-boundary-of-parts'
    const part = (head: string, body: Buffer | string) => [`--${boundary}\r\n${head}\r\n\r\n`, body, '\r\n']
    const [field = '', name = '', content = ''] = file ?? []
    const parts = [
      ...part('content-disposition: form-data; name="submission"', JSON.stringify({ values, ...more })),
      ...(file ? part(`content-disposition: form-data; name="${field}"; filename="${name}"`, content) : []),
      `--${boundary}--\r\n`,
    ]
    const answer = await world.ask(who, `/api/${kind}/${id}/action/${action}`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat(parts.map(piece => Buffer.from(piece))),
    })
    return { status: answer.statusCode, said: answer.payload }
  }
  const upload = (who: string, id: string, name: string, content = sample(name)) =>
    send(who, id, 'SetBoundary', { how: 'File' }, ['boundaryFile', name, content])
  const draw = (who: string, id: string, corners: string[]) =>
    send(who, id, 'SetBoundary', { how: 'Corners', corners })
  /** The preview of a boundary before it is saved. */
  const preview = async (who: string, id: string, boundary: string[] | string, kind = 'project') => {
    const [values, file] =
      typeof boundary === 'string'
        ? [{ how: 'File' }, ['boundaryFile', boundary, sample(boundary)] as [string, string, Buffer]]
        : [{ how: 'Corners', corners: boundary }, undefined]
    const { status, said } = await send(who, id, 'SetBoundary', values, file, kind, { preview: true })
    expect(status, said).toBe(200)
    const { site, messages } = JSON.parse(said) as ActionPreview
    if (!site) throw new Error(said)
    return { ...site, messages }
  }
  const read = async (who: string, id: string) =>
    (await world.ask(who, `/api/project/${id}`)).json<ProjectView>()
  const certify = (id: string, decision = 'Yes') =>
    send(
      'olga',
      id,
      'SetCertificationDecision',
      {
        ...{ assessedByName: 'A', assessedByOrg: 'B', assessedByPosition: 'C', assessedByDate: '2026-05-01' },
        ...{ reviewedByName: 'D', reviewedByOrg: 'E', reviewedByPosition: 'F', reviewedByDate: '2026-05-02' },
        serviceCertifications: [{ id: `of-${id}`, decision, standardId: 'BsiFlex704' }],
      },
      ['statement', 'statement.pdf', PDF],
    )
  return { world, send, upload, square, draw, preview, read, certify }
}
export type Sites = Awaited<ReturnType<typeof openSites>>
