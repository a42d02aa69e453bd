import type { FormRequest } from '../company.ts';

/** Texts that people on construction sites write in forms. */

export const companyNames: [string, ...string[]] = [
  'Ridgeline Builders',
  'Ridgeline Builders',
  'Ridgeline Builders',
  'Front Range Steel Erectors',
  'Mesa Electric Co.',
  'Cottonwood Concrete',
  'Alpine Scaffold & Access',
  'Two Forks Mechanical',
];

export const questions: [string, ...string[]] = [
  'The guardrail at <area> was taken off for a material drop. Do we need a spotter until it is back, or does everyone tie off?',
  'Can two people be tied off to the same anchor at <area>? The tag says 5,000 lb.',
  'The wind meter at <area> shows gusts of 28 mph. At what point do we stop the crane picks?',
  'Is the self-retracting lifeline still good after it caught a dropped bucket? It locked and released again.',
  'The competent person is off today. Who may sign the scaffold tag at <area>?',
  'Trench at <area> is just under 5 feet and the soil is sandy after the rain. Do we need a box?',
  'New laborer has a beard and the fit test failed. What can he do at <area> while we cut block?',
  'Do we need a fire watch after the welding at <area> is finished, and for how long?',
  'How close may the excavator work to the gas line marked at <area>?',
  'The ladder at <area> is 3 feet above the landing but not tied. Is a person holding it enough?',
  'Someone taped the trigger of the angle grinder. I took it away. Do I have to write that up?',
  'It is 97 °F at <area>. How often do we have to give breaks in the shade?',
  'Can we leave the temporary panel at <area> open while the electrician eats lunch?',
  'SDS for the new curing compound is only in German. Where do I get the English one?',
  'The lift has 12 minutes of battery left and I am at <area>. Do I come down or call for a charge?',
  'Does the 6-foot rule count from the deck or from the formwork at <area>?',
  'Is a hard hat needed inside the enclosed cab of the telehandler?',
  'A subcontractor says silica rules do not apply outdoors. Is that right for the saw cutting at <area>?',
  '¿Quién revisa los arneses este mes? El mío tiene la etiqueta rota.',
  'Can I use my own prescription glasses with side shields at <area>?',
  'The eyewash at <area> was last flushed in spring. Can we keep mixing grout?',
  'What do we do with the rebar caps that do not fit the #8 bars at <area>?',
  'The hoist operator’s card expired yesterday. Do we stop the hoist?',
  'Someone has to go into the manhole by <area> to pull a cable. It is only for a minute. Is that a permit space?',
  'Which fire extinguisher goes next to the lithium battery chargers at <area>?',
];

export const products: [FormRequest, ...FormRequest[]] = [
  {
    type: 'Fall protection',
    message: 'Need 4 harnesses, two of them size XXL, at <area>. Two were cut out of service today.',
  },
  {
    type: 'Fall protection',
    message: 'Six-foot shock-absorbing lanyards are all gone from the gang box at <area>. Please send 6.',
  },
  {
    type: 'Fall protection',
    message: 'Another self-retracting lifeline, 30 ft, for the leading edge at <area>.',
  },
  { type: 'Eye and face', message: 'Box of clear glasses and one of tinted for the crew at <area>.' },
  {
    type: 'Eye and face',
    message: 'Face shields for grinding, 5 pieces. The ones we have are scratched blind.',
  },
  { type: 'Hearing', message: 'Ear plugs ran out at <area>, chipping starts tomorrow at 7.' },
  {
    type: 'Gloves',
    message: 'Cut level A5 gloves, sizes M and L, a dozen each. Sheet metal arrives on Thursday.',
  },
  {
    type: 'Gloves',
    message: 'Class 0 rubber gloves with leather protectors for the temporary power at <area>.',
  },
  {
    type: 'Respiratory',
    message: 'P100 cartridges for half masks, 10 pairs, we cut block at <area> until Friday.',
  },
  { type: 'Respiratory', message: 'N95 in small. The medium ones leak on two of our people.' },
  { type: 'High visibility', message: 'Class 3 vests for the night pour, 8 pieces, any size from L.' },
  { type: 'First aid', message: 'First-aid kit at <area> has no burn gel and no tourniquet. Please refill.' },
  { type: 'First aid', message: 'AED at <area> shows a red light. Battery or pads?' },
  { type: 'Signs and barriers', message: '40 cones and two “Sidewalk closed” signs for <area>.' },
  {
    type: 'Signs and barriers',
    message: 'Red danger tape, at least 5 rolls, lead paint removal starts Monday.',
  },
  { type: 'Fire', message: 'Two ABC extinguishers, 10 lb, for hot work at <area>.' },
  { type: 'Fire', message: 'Welding blankets, 6 x 8 ft, three of them, for the deck at <area>.' },
  { type: 'Lighting', message: 'Stairwell at <area> has no temporary light. A string of 100 ft would do.' },
  { type: 'Heat and cold', message: 'Electrolyte packets and a second cooler for <area>.' },
  { type: 'Heat and cold', message: 'Hard-hat liners for the early shift. It was 14 °F this morning.' },
  { type: 'Footwear', message: 'Over-shoe ice cleats for 6 people at <area>.' },
  { type: 'Lockout', message: 'Lockout hasps and 10 red padlocks keyed different, for <area>.' },
];

export const consultations: [FormRequest, ...FormRequest[]] = [
  { type: 'Site inspection', message: 'Please walk <area> with us before the owner’s audit on Wednesday.' },
  {
    type: 'Site inspection',
    message: 'We change the access to <area> next week. Can someone look at the plan first?',
  },
  {
    type: 'Training',
    message: 'Eleven new people start on Monday. Half of them need the orientation in Spanish.',
  },
  { type: 'Training', message: 'Aerial lift refresher for 6, ideally at <area> in the early morning.' },
  { type: 'Training', message: 'Two foremen need the 30-hour course before the end of the quarter.' },
  {
    type: 'Written plan',
    message: 'The general contractor wants a crane pick plan for the rooftop units at <area>.',
  },
  {
    type: 'Written plan',
    message: 'Our silica plan is from last year and does not name the new saw. Please help us update it.',
  },
  {
    type: 'Air monitoring',
    message: 'Diesel smell stays in <area> when the heaters run. Can you measure CO for a shift?',
  },
  { type: 'Air monitoring', message: 'Personal sampling for two tuckpointers at <area>, three days.' },
  {
    type: 'Incident review',
    message: 'Near miss yesterday: a plank slid from <area>. We would like you to lead the review.',
  },
  {
    type: 'OSHA visit',
    message: 'We got a letter after the inspection. Please go through our answer with us.',
  },
  {
    type: 'Ergonomics',
    message: 'Three back strains with drywall this month. What could we change at <area>?',
  },
];
