import { type Day, showDay } from '#domain/dates'

/** For which day figures are: those of another than today are what is held today, seen from there. */
export const dayText = ({ on, today }: { on: Day; today: Day }): string =>
  on === today ? `As at ${showDay(on)}` : `On ${showDay(on)}, as things stand today`
