import type { Plugin } from 'vite';

export declare function firstLoad(): {
  plugin: Plugin;
  groups: { name: string; priority: number; test: (id: string) => boolean }[];
};
