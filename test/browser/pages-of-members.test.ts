import { describePages } from './pages.ts'

describePages('their own market', {
  'sedgewhistle.su01': {
    kept: [
      ...['/', '/projects', '/projects/P101', '/profile'],
      ...['/markets/MK-SOM/round/RD-SOM-1', '/results/RD-SOM-0'],
    ],
    others: ['/inbox?show=all', '/money'],
    short: ['/', '/projects/P101', '/markets/MK-SOM/round/RD-SOM-1', '/results/RD-SOM-0'],
  },
  'alba.bu01': {
    kept: ['/', '/credit-requirements', '/credit-requirements/R001', '/results/RD-SOM-0'],
    others: ['/money'],
    short: ['/', '/credit-requirements/R001', '/results/RD-SOM-0', '/money'],
  },
  'larkhanger.su02': { kept: [], others: ['/', '/money'], short: ['/', '/money'] },
  'kezia.bu11': { kept: [], others: ['/', '/credit-requirements/R206?action=Comment'] },
  bram: { kept: ['/'], others: ['/inbox'], short: ['/'] },
  'lpa.somerset': {
    kept: ['/', '/projects'],
    others: ['/credit-requirements', '/workbench', '/workbench?part=evidence'],
    short: ['/', '/workbench'],
  },
})
