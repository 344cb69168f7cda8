import { lowerHashingCost } from './hashing-cost.ts';

lowerHashingCost();
