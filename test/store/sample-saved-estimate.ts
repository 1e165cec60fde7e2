import type { SavedEstimate } from '#domain/project/saved-estimate'

/** A confirmed estimate of a development's needs. */
export const sampleSavedEstimate: SavedEstimate = {
  id: 'saved-estimate',
  version: 1,
  desk: 'need',
  email: 'nell@new.example',
  area: 'Somerset',
  lpaId: 'Somerset',
  ncaId: 'NCA142',
  subcatchmentIds: ['Parrett'],
  hectares: null,
  needs: [{ creditType: 'Biodiversity', units: 42_000 }],
  answers: { place: 'Taunton', biodiversity: '4.2' },
  createdAt: '2026-03-29T01:30:00.000Z',
  confirmedAt: '2026-03-29T01:45:00.000Z',
  organisationId: 'avon-farm',
}
