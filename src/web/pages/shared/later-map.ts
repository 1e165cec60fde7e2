import { fetched } from '../../shell/chunk.ts'

/** The map of things, whose program and outlines are fetched when one is opened. */
export const LaterMap = fetched(async () => (await import('../../map/places-map.tsx')).PlacesMap)
