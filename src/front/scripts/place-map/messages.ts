/** State of the map on which a click sets a place. */
export const PLACE_MAP_STATES = {
  loading: 'Loading the map.',
  failed: 'The map could not be loaded. Close and open it to try again, or enter the place above.',
  ready: 'Select where your land is. The map comes closer, and you can select again to be more exact.',
  outside: 'This is outside England. Select a place in England.',
  chosen: (place: string, authority: string): string => `The place is ${place}, in ${authority}.`,
}
