import type { Rating } from '../api/types';

/** This guest's rating, as the last list of matches told it. */
class MyRating {
  now = $state.raw<Rating | null>(null);

  set(rating: Rating | null) {
    this.now = rating;
  }
}

export const myRating = new MyRating();
