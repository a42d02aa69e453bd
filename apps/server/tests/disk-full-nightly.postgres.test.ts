import { testFullDisk } from './full-disk.ts';

testFullDisk();
